//! The interface of the contracts. Of long answers only the beginning is declared, which Uniswap v3 and PancakeSwap v3 have in common.

use alloy_sol_types::sol;

sol! {
    interface PositionManager {
        function factory() external view returns (address factory);
        function balanceOf(address owner) external view returns (uint256 count);
        function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256 id);
        function positions(uint256 id) external view returns (
            uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper,
            uint128 liquidity, uint256 growth0, uint256 growth1, uint128 owed0, uint128 owed1
        );
    }

    interface RangeFactory {
        function getPool(address tokenA, address tokenB, uint24 fee) external view returns (address pool);
    }

    interface RangePool {
        function slot0() external view returns (uint160 sqrtPrice, int24 tick);
        function feeGrowthGlobal0X128() external view returns (uint256 growth);
        function feeGrowthGlobal1X128() external view returns (uint256 growth);
        function ticks(int24 tick) external view returns (uint128 gross, int128 net, uint256 outside0, uint256 outside1);
        function positions(bytes32 key) external view returns (
            uint128 liquidity, uint256 growth0, uint256 growth1, uint128 owed0, uint128 owed1
        );
    }
}
