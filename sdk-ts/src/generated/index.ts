export * from './asset/asset';
export * from './chain/chain';
export * from './figure/figure';
export * from './health/health';
export * from './privacy/privacy';
export * from './sync/sync';
export * from './user/user';
export * from './wallet/wallet';
