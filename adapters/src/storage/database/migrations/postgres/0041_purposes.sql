-- Purposes are stored in the words that people see and search for.
UPDATE disclosures SET purpose = 'latest block' WHERE purpose = 'head';
UPDATE disclosures SET purpose = 'token details' WHERE purpose = 'metadata';
