use super::file;

/// A file, and a part of what is said about it.
const WRONG_FILES: &[(&str, &str)] = &[
    ("chain = 1", "spyhop.toml: chain is not a setting. Did you mean chains?"),
    ("chains = 1", "spyhop.toml: chains is not a table; write [chains]"),
    (
        "[chains.etherum]",
        "chains.etherum is not a setting. Did you mean ethereum?",
    ),
    (
        "[chains.ethereum]\nendpoint = []",
        "chains.ethereum.endpoint is not a setting. Did you mean endpoints?",
    ),
    (
        "[chains.ethereum]\nendpoints = []",
        "chains.ethereum.endpoints has no endpoint",
    ),
    (
        "[chains.ethereum]\nendpoints = ['http://node/hunter2']",
        "endpoints[0] is not HTTPS; if it is your own",
    ),
    (
        "[chains.ethereum]\nendpoints = [7]",
        "endpoints[0] is neither a URL nor",
    ),
    (
        "[chains.ethereum]\nendpoints = [{ url = 'x' }]",
        "endpoints[0].url is not a URL such as",
    ),
    ("[chains.ethereum]\nendpoints = [{ uri = 'x' }]", "Did you mean url?"),
    (
        "[chains.dogecoin]\nendpoints = [{ url = 'https://x.example', shape = 'blokchair' }]",
        "endpoints[0].shape is not a setting. Did you mean blockchair?",
    ),
    ("bad_tokens = ['eip155:1']", "bad_tokens[0] is not an asset id"),
    ("[providers.coingeko]", "Did you mean coingecko?"),
    (
        "[providers.coingecko]\nkey = 5",
        "providers.coingecko.key is not a text in quotes",
    ),
    (
        "[providers.kraken]\nkey = 'hunter2'",
        "spyhop.toml: providers.kraken.key is not used by this source",
    ),
    (
        "[providers.ecb]\nkey = 'hunter2'",
        "providers.ecb.key is not used by this source",
    ),
    (
        "[providers.coingecko]\nper_minute = 0",
        "is not a whole number above zero",
    ),
    ("price_order = ['coingeko']", "Did you mean coingecko?"),
    ("explorers = ['blockscoot']", "Did you mean blockscout?"),
    ("price_order = 'coingecko'", "price_order is not a list of texts"),
    (
        "lists = ['uniswop']",
        "lists[0] \"uniswop\" is not a setting. Did you mean uniswap?",
    ),
    (
        "lists = [{ name = 'arbitrum', url = 'x' }]",
        "lists[0].url is not a setting.",
    ),
    (
        "lists = [{ name = 'arbitrum', base_url = 'http://hunter2' }]",
        "lists[0].base_url is not HTTPS",
    ),
    (
        "lists = [{ name = 'arbitrum', own = true }]",
        "lists[0].own is set without base_url",
    ),
    (
        "[providers.coingecko]\nown = true",
        "providers.coingecko.own is set without base_url",
    ),
    ("lists = [5]", "lists[0] is neither a name nor"),
    (
        "[links]\nblogs = 'https://a.example'",
        "links.blogs is not a setting. Did you mean blog?",
    ),
    (
        "[links]\nblog = 'http://a.example'",
        "links.blog is not the address of a page",
    ),
    (
        "[links]\nchat = 'javascript:alert(1)'",
        "links.chat is not the address of a page",
    ),
    (
        "[links]\nmicroblog = 'https://me:hunter2@a.example'",
        "links.microblog is not the address",
    ),
    ("[links]\nblog = ''", "links.blog is not the address of a page"),
    (
        "[limits]\ncreate-user = 5",
        "limits.create-user is not a text in quotes",
    ),
    (
        "[limits]\nwallets = \"many\"",
        "limits.wallets is not a whole number above zero",
    ),
    (
        "[providers.kraken]\noauth_client_id = 'hunter2'",
        "providers.kraken.oauth_client_id is not used by this source. Remove it",
    ),
    (
        "[providers.gemini]\noauth_client_secret = 'hunter2'",
        "providers.gemini.oauth_client_secret is set without oauth_client_id. Set both",
    ),
    (
        "[providers.coinbase]\noauth_client_id = 'hunter2'",
        "providers.coinbase.oauth_client_secret is missing. The clients of this exchange have one",
    ),
    (
        "[providers.gemini]\noauth_client_id = 'hunter2'",
        "providers.gemini.oauth_client_id needs SPYHOP_ORIGIN, the public address",
    ),
    ("\n\nx = = 1", "spyhop.toml, line 3: "),
];

#[test]
fn a_wrong_file_is_refused_at_its_place() {
    for (text, said) in WRONG_FILES {
        let why = file(text).err().unwrap_or_else(|| panic!("{text} was taken"));
        assert!(why.contains(said), "{text}: {why}");
        assert!(!why.contains('\n') && !why.contains("hunter2"), "{why}");
    }
}
