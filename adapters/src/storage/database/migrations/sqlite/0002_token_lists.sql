-- Which published list names which token, and at which place.
CREATE TABLE listed_tokens (
    list TEXT NOT NULL,
    asset TEXT NOT NULL REFERENCES assets (id),
    chain TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (list, asset)
) STRICT;
CREATE INDEX listed_tokens_asset ON listed_tokens (chain, asset, place);
