-- Tokens of Solana had no names when they were met. They are asked again what they are called.
UPDATE assets SET confirmed = 0 WHERE chain LIKE 'solana:%' AND symbol = '';
