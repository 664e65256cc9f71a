-- The bridged forms of USDC on Optimism, Arbitrum and Polygon: their contracts carry the symbol of the native one.
UPDATE assets SET symbol = 'USDC.e' WHERE symbol = 'USDC' AND id IN (
    'eip155:10/erc20:0x7F5c764cBc14f9669B88837ca1490cCa17c31607',
    'eip155:42161/erc20:0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
    'eip155:137/erc20:0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'
);
