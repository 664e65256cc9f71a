//! The events that are decoded. Their first topics are the Keccak-256 hashes of their signatures, where `*` marks an indexed argument
//! and a `?` at the end an event of which contracts index different ones.

use super::event_type::EventType;

/// Declares the constants, and for the tests the list of all of them with their signatures.
macro_rules! topics {
    ($($(#[$about:meta])* $name:ident = $signature:literal, $topic:literal;)*) => {
        $($(#[$about])* pub(super) const $name: EventType = EventType {
            topic: $topic,
            signature: $signature,
        };)*
        #[cfg(test)]
        const ALL: &[EventType] = &[$($name),*];
    };
}

topics! {
    // Transfers and allowances.
    TRANSFER = "Transfer(address,address,uint256)?",
        "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    APPROVAL = "Approval(address,address,uint256)?",
        "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
    APPROVAL_FOR_ALL = "ApprovalForAll(address*,address*,bool)",
        "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
    TRANSFER_SINGLE = "TransferSingle(address*,address*,address*,uint256,uint256)",
        "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
    TRANSFER_BATCH = "TransferBatch(address*,address*,address*,uint256[],uint256[])",
        "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
    PERMIT2_PERMIT = "Permit(address*,address*,address*,uint160,uint48,uint48)",
        "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec";
    PERMIT2_APPROVAL = "Approval(address*,address*,address*,uint160,uint48)",
        "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b";
    POLYGON_TRANSFER = "LogTransfer(address*,address*,address*,uint256,uint256,uint256,uint256,uint256)",
        "0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4";
    USER_OPERATION = "UserOperationEvent(bytes32*,address*,address*,uint256,bool,uint256,uint256)",
        "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";

    // Wrapped native assets and vaults.
    WRAPPED_DEPOSIT = "Deposit(address*,uint256)",
        "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
    WRAPPED_WITHDRAWAL = "Withdrawal(address*,uint256)",
        "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";
    BURN = "Burn(address*,uint256)",
        "0xcc16f5dbb4873280815c1ee09dbd06736cffcc184412cf7a71a0fdb75d397ca5";
    BEACON_DEPOSIT = "DepositEvent(bytes,bytes,bytes,bytes,bytes)",
        "0x649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5";
    VAULT_DEPOSIT = "Deposit(address*,address*,uint256,uint256)",
        "0xdcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d7";
    VAULT_WITHDRAW = "Withdraw(address*,address*,address*,uint256,uint256)",
        "0xfbde797d201c681b91056529119e0b02407c7bb96a4a2c75c01fc9667232c8db";

    // Swaps.
    UNISWAP_V2_SWAP = "Swap(address*,uint256,uint256,uint256,uint256,address*)",
        "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
    UNISWAP_V3_SWAP = "Swap(address*,address*,int256,int256,uint160,uint128,int24)",
        "0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67";
    PANCAKE_V3_SWAP = "Swap(address*,address*,int256,int256,uint160,uint128,int24,uint128,uint128)",
        "0x19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83";
    UNISWAP_V4_SWAP = "Swap(bytes32*,address*,int128,int128,uint160,uint128,int24,uint24)",
        "0x40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f";
    CURVE_EXCHANGE = "TokenExchange(address*,int128,uint256,int128,uint256)",
        "0x8b3e96f2b889fa771c53c981b40daf005f63f637f1869f707052d15a3dd97140";
    CURVE_CRYPTO_EXCHANGE = "TokenExchange(address*,uint256,uint256,uint256,uint256)",
        "0xb2e76ae99761dc136e598d4a629bb347eccb9532a5f8bbd72e18467c3c34cc98";
    CURVE_SCALED_EXCHANGE = "TokenExchange(address*,uint256,uint256,uint256,uint256,uint256,uint256)",
        "0x143f1f8e861fbdeddd5b46e844b7d3ac7b86a122f36e8c463859ee6811b1f29c";
    CURVE_UNDERLYING_EXCHANGE = "TokenExchangeUnderlying(address*,int128,uint256,int128,uint256)",
        "0xd013ca23e77a65003c2c659c5442c00c805371b7fc1ebd4c206c41d1536bd90b";
    BALANCER_V2_SWAP = "Swap(bytes32*,address*,address*,uint256,uint256)",
        "0x2170c741c41531aec20e7c107c24eecfdd15e69c9bb0a8dd37b1840b9e0b207b";
    VELODROME_SWAP = "Swap(address*,address*,uint256,uint256,uint256,uint256)",
        "0xb3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b";
    COW_TRADE = "Trade(address*,address,address,uint256,uint256,uint256,bytes)",
        "0xa07a543ab8a018198e99ca0184c93fe9050a79400a0a723441f84de1d972cc17";
    COW_PLACEMENT = "OrderPlacement(address,(address,address,address,uint256,uint256,uint32,bytes32,uint256,bytes32,bool,bytes32,bytes32),(uint8,bytes),bytes)?",
        "0xcf5f9de2984132265203b5c335b25727702ca77262ff622e136baa7362bf1da9";
    COW_REFUND = "OrderRefund(bytes,address)?",
        "0x195271068a288191e4b265c641a56b9832919f69e9e7d6c2f31ba40278aeb85a";
    COW_INVALIDATION = "OrderInvalidation(bytes)?",
        "0xb8bad102ac8bbacfef31ff1c906ec6d951c230b4dce750bb0376b812ad35852a";
    UNISWAP_X_FILL = "Fill(bytes32*,address*,address*,uint256)",
        "0x78ad7ec0e9f89e74012afa58738b6b661c024cb0fd185ee2f616c0a28924bd66";
    ONE_INCH_V6_FILLED = "OrderFilled(bytes32,uint256)?",
        "0xfec331350fce78ba658e082a71da20ac9f8d798a99b3c79681c8440cbfe77e07";
    ONE_INCH_V5_FILLED = "OrderFilled(address,bytes32,uint256)?",
        "0xb9ed0243fdf00f0545c63a0af8850c090d86bb46682baec4bf3c496814fe4f02";
    ZERO_X_TRANSFORMED = "TransformedERC20(address,address,address,uint256,uint256)?",
        "0x0f6672f78a59ba8e5e5b5d38df3ebc67f3c792e2c9259b8d97d7f00dd78ba1b3";
    PARASWAP_SWAPPED = "SwappedV3(bytes16,address,uint256,address,address,address,address,uint256,uint256,uint256)?",
        "0xe00361d207b252a464323eb23d45d42583e391f2031acdd2e9fa36efddd43cb0";
    ODOS_SWAP = "Swap(address,uint256,address,uint256,address,int256,uint32)?",
        "0x823eaf01002d7353fbcadb2ea3305cc46fa35d799cb0914846d185ac06f8ad05";

    // Liquidity.
    UNISWAP_V2_MINT = "Mint(address*,uint256,uint256)",
        "0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f";
    UNISWAP_V2_BURN = "Burn(address*,uint256,uint256,address*)",
        "0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496";
    INCREASE_LIQUIDITY = "IncreaseLiquidity(uint256*,uint128,uint256,uint256)",
        "0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f";
    DECREASE_LIQUIDITY = "DecreaseLiquidity(uint256*,uint128,uint256,uint256)",
        "0x26f6a048ee9138f2c0ce266f322cb99228e8d619ae2bff30c67f8dcf9d2377b4";
    COLLECT = "Collect(uint256*,address,uint256,uint256)",
        "0x40d0efd1a53d60ecbf40971b9daf7dc90178c3aadc7aab1765632738fa8b8f01";
    MODIFY_LIQUIDITY = "ModifyLiquidity(bytes32*,address*,int24,int24,int256,bytes32)",
        "0xf208f4912782fd25c7f114ca3723a2d5dd6f3bcc3ac8db5af63baa85f711d5ec";
    POOL_BALANCE_CHANGED = "PoolBalanceChanged(bytes32*,address*,address[],int256[],uint256[])",
        "0xe5ce249087ce04f05a957192435400fd97868dba0e6a4b4c049abf8af80dae78";
    CURVE_ADD_2 = "AddLiquidity(address*,uint256[2],uint256[2],uint256,uint256)",
        "0x26f55a85081d24974e85c6c00045d0f0453991e95873f52bff0d21af4079a768";
    CURVE_ADD_3 = "AddLiquidity(address*,uint256[3],uint256[3],uint256,uint256)",
        "0x423f6495a08fc652425cf4ed0d1f9e37e571d9b9529b1c1c23cce780b2e7df0d";
    CURVE_ADD_4 = "AddLiquidity(address*,uint256[4],uint256[4],uint256,uint256)",
        "0x3f1915775e0c9a38a57a7bb7f1f9005f486fb904e1f84aa215364d567319a58d";
    CURVE_ADD_ANY = "AddLiquidity(address*,uint256[],uint256[],uint256,uint256)",
        "0x189c623b666b1b45b83d7178f39b8c087cb09774317ca2f53c2d3c3726f222a2";
    CURVE_CRYPTO_ADD_2 = "AddLiquidity(address*,uint256[2],uint256,uint256)",
        "0x540ab385f9b5d450a27404172caade516b3ba3f4be88239ac56a2ad1de2a1f5a";
    CURVE_CRYPTO_ADD_3 = "AddLiquidity(address*,uint256[3],uint256,uint256)",
        "0x96b486485420b963edd3fdec0b0195730035600feb7de6f544383d7950fa97ee";
    CURVE_SCALED_ADD_2 = "AddLiquidity(address*,uint256[2],uint256,uint256,uint256)",
        "0x7196cbf63df1f2ec20638e683ebe51d18260be510592ee1e2efe3f3cfd4c33e9";
    CURVE_SCALED_ADD_3 = "AddLiquidity(address*,uint256[3],uint256,uint256,uint256)",
        "0xe1b60455bd9e33720b547f60e4e0cfbf1252d0f2ee0147d53029945f39fe3c1a";
    CURVE_REMOVE_2 = "RemoveLiquidity(address*,uint256[2],uint256[2],uint256)",
        "0x7c363854ccf79623411f8995b362bce5eddff18c927edc6f5dbbb5e05819a82c";
    CURVE_REMOVE_3 = "RemoveLiquidity(address*,uint256[3],uint256[3],uint256)",
        "0xa49d4cf02656aebf8c771f5a8585638a2a15ee6c97cf7205d4208ed7c1df252d";
    CURVE_REMOVE_4 = "RemoveLiquidity(address*,uint256[4],uint256[4],uint256)",
        "0x9878ca375e106f2a43c3b599fc624568131c4c9a4ba66a14563715763be9d59d";
    CURVE_REMOVE_ANY = "RemoveLiquidity(address*,uint256[],uint256[],uint256)",
        "0x347ad828e58cbe534d8f6b67985d791360756b18f0d95fd9f197a66cc46480ea";
    CURVE_CRYPTO_REMOVE_2 = "RemoveLiquidity(address*,uint256[2],uint256)",
        "0xdd3c0336a16f1b64f172b7bb0dad5b2b3c7c76f91e8c4aafd6aae60dce800153";
    CURVE_CRYPTO_REMOVE_3 = "RemoveLiquidity(address*,uint256[3],uint256)",
        "0xd6cc314a0b1e3b2579f8e64248e82434072e8271290eef8ad0886709304195f5";
    CURVE_REMOVE_UNEQUAL_2 = "RemoveLiquidityImbalance(address*,uint256[2],uint256[2],uint256,uint256)",
        "0x2b5508378d7e19e0d5fa338419034731416c4f5b219a10379956f764317fd47e";
    CURVE_REMOVE_UNEQUAL_3 = "RemoveLiquidityImbalance(address*,uint256[3],uint256[3],uint256,uint256)",
        "0x173599dbf9c6ca6f7c3b590df07ae98a45d74ff54065505141e7de6c46a624c2";
    CURVE_REMOVE_UNEQUAL_4 = "RemoveLiquidityImbalance(address*,uint256[4],uint256[4],uint256,uint256)",
        "0xb964b72f73f5ef5bf0fdc559b2fab9a7b12a39e47817a547f1f0aee47febd602";
    CURVE_REMOVE_UNEQUAL_ANY = "RemoveLiquidityImbalance(address*,uint256[],uint256[],uint256,uint256)",
        "0x3631c28b1f9dd213e0319fb167b554d76b6c283a41143eb400a0d1adb1af1755";
    CURVE_REMOVE_ONE = "RemoveLiquidityOne(address*,uint256,uint256)",
        "0x9e96dd3b997a2a257eec4df9bb6eaf626e206df5f543bd963682d143300be310";
    CURVE_REMOVE_ONE_SUPPLY = "RemoveLiquidityOne(address*,uint256,uint256,uint256)",
        "0x5ad056f2e28a8cec232015406b843668c1e36cda598127ec3b8c59b8c72773a0";
    CURVE_REMOVE_ONE_ANY = "RemoveLiquidityOne(address*,int128,uint256,uint256,uint256)",
        "0x6f48129db1f37ccb9cc5dd7e119cb32750cabdf75b48375d730d26ce3659bbe1";
    CURVE_SCALED_REMOVE_ONE = "RemoveLiquidityOne(address*,uint256,uint256,uint256,uint256,uint256)",
        "0xe200e24d4a4c7cd367dd9befe394dc8a14e6d58c88ff5e2f512d65a9e0aa9c5c";

    // Lending, staking and rewards.
    AAVE_SUPPLY = "Supply(address*,address,address*,uint256,uint16*)",
        "0x2b627736bca15cd5381dcf80b0bf11fd197d01a037c52b927a881a10fb73ba61";
    AAVE_WITHDRAW = "Withdraw(address*,address*,address*,uint256)",
        "0x3115d1449a7b732c986cba18244e897a450f61e1bb8d589cd2e69e6c8924f9f7";
    AAVE_BORROW = "Borrow(address*,address,address*,uint256,uint8,uint256,uint16*)",
        "0xb3d084820fb1a9decffb176436bd02558d15fac9b0ddfed8c465bc7359d7dce0";
    AAVE_REPAY = "Repay(address*,address*,address*,uint256,bool)",
        "0xa534c8dbe71f871f9f3530e97a74601fea17b426cae02e1c5aee42c96c784051";
    AAVE_LIQUIDATION = "LiquidationCall(address*,address*,address*,uint256,uint256,address,bool)",
        "0xe413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286";
    AAVE_V2_DEPOSIT = "Deposit(address*,address,address*,uint256,uint16*)",
        "0xde6857219544bb5b7746f48ed30be6386fefc61b2f864cacf559893bf50fd951";
    AAVE_V2_BORROW = "Borrow(address*,address,address*,uint256,uint256,uint256,uint16*)",
        "0xc6a898309e823ee50bac64e45ca8adba6690e99e7841c45d754e2a38e9019d9b";
    AAVE_V2_REPAY = "Repay(address*,address*,address*,uint256)",
        "0x4cdde6e09bb755c9a5589ebaec640bbfedff1362d4b255ebf8339782b9942faa";
    COMPOUND_MINT = "Mint(address,uint256,uint256)",
        "0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f";
    COMPOUND_REDEEM = "Redeem(address,uint256,uint256)",
        "0xe5b754fb1abb7f01b499791d0b820ae3b6af3424ac1c59768edb53f4ec31a929";
    COMPOUND_BORROW = "Borrow(address,uint256,uint256,uint256)",
        "0x13ed6866d4e1ee6da46f845c46d7e54120883d75c5ea9a2dacc1c4ca8984ab80";
    COMPOUND_REPAY = "RepayBorrow(address,address,uint256,uint256,uint256)",
        "0x1a2a22cb034d26d1854bdc6666a5b91fe25efbbb5dcad3b0355478d6f5c362a1";
    COMPOUND_LIQUIDATION = "LiquidateBorrow(address,address,uint256,address,uint256)",
        "0x298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52";
    COMET_SUPPLY = "Supply(address*,address*,uint256)",
        "0xd1cf3d156d5f8f0d50f6c122ed609cec09d35c9b9fb3fff6ea0959134dae424e";
    COMET_WITHDRAW = "Withdraw(address*,address*,uint256)",
        "0x9b1bfa7fa9ee420a16e124f794c35ac9f90472acc99140eb2f6447c714cad8eb";
    COMET_SUPPLY_COLLATERAL = "SupplyCollateral(address*,address*,address*,uint256)",
        "0xfa56f7b24f17183d81894d3ac2ee654e3c26388d17a28dbd9549b8114304e1f4";
    COMET_WITHDRAW_COLLATERAL = "WithdrawCollateral(address*,address*,address*,uint256)",
        "0xd6d480d5b3068db003533b170d67561494d72e3bf9fa40a266471351ebba9e16";
    COMET_ABSORB_DEBT = "AbsorbDebt(address*,address*,uint256,uint256)",
        "0x1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f";
    COMET_ABSORB_COLLATERAL = "AbsorbCollateral(address*,address*,address*,uint256,uint256)",
        "0x9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e";
    AAVE_REWARDS = "RewardsClaimed(address*,address*,address*,address,uint256)",
        "0xc052130bc4ef84580db505783484b067ea8b71b3bca78a7e12db7aea8658f004";
    LIDO_SUBMITTED = "Submitted(address*,uint256,address)",
        "0x96a25c8ce0baabc1fdefd93e9ed25d8e092a3332f3aa9a41722b5697231d1d1a";
    LIDO_REQUESTED = "WithdrawalRequested(uint256*,address*,address*,uint256,uint256)",
        "0xf0cb471f23fb74ea44b8252eb1881a2dca546288d9f6e90d1a0e82fe0ed342ab";
    LIDO_CLAIMED = "WithdrawalClaimed(uint256*,address*,address*,uint256)",
        "0x6ad26c5e238e7d002799f9a5db07e81ef14e37386ae03496d7a7ef04713e145b";
    REWARD_PAID = "RewardPaid(address*,uint256)",
        "0xe2403640ba68fed3a2f88b7557551d1993f84b99bb10ff833f0cf8db0c5e0486";
    STAKED = "Staked(address*,uint256)",
        "0x9e71bc8eea02a63969f509818f2dafb9254532904319f9dbda79b67bd34a5f3d";
    UNSTAKED = "Withdrawn(address*,uint256)",
        "0x7084f5476618d8e60b11ef0d7d3f06914655adb8793e28ff7f018d4c76d505d5";
    FARM_DEPOSIT = "Deposit(address*,uint256*,uint256)",
        "0x90890809c654f11d6e72a28fa60149770a0d11ec6c92319d6ceb2bb0a4ea1a15";
    FARM_WITHDRAW = "Withdraw(address*,uint256*,uint256)",
        "0xf279e6a1f5e320cca91135676d9cb6e44ca8a08c0b88342bcdb1144f6511b568";
    MERKL_CLAIMED = "Claimed(address*,address*,uint256)",
        "0xf7a40077ff7a04c7e61f6f26fb13774259ddf1b6bce9ecf26a8276cdd3992683";
    DROP_CLAIMED = "Claimed(uint256,address,uint256)?",
        "0x4ec90e965519d92681267467f775ada5bd214aa92c0dc93d90a5e880ce9ed026";

    // Bridges.
    ACROSS_DEPOSITED = "FundsDeposited(bytes32,bytes32,uint256,uint256,uint256,uint256,uint32,uint32,uint32,bytes32,bytes32,bytes32,bytes)?",
        "0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3";
    ACROSS_FILLED = "FilledRelay(bytes32,bytes32,uint256,uint256,uint256,uint256,uint256,uint32,uint32,bytes32,bytes32,bytes32,bytes32,bytes32,(bytes32,bytes32,uint256,uint8))?",
        "0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208";
    ACROSS_V3_DEPOSITED = "V3FundsDeposited(address,address,uint256,uint256,uint256,uint32,uint32,uint32,uint32,address,address,address,bytes)?",
        "0xa123dc29aebf7d0c3322c8eeb5b999e859f39937950ed31056532713d0de396f";
    ACROSS_V3_FILLED = "FilledV3Relay(address,address,uint256,uint256,uint256,uint256,uint32,uint32,uint32,address,address,address,address,bytes,(address,bytes,uint256,uint8))?",
        "0x571749edf1d5c9599318cdbc4e28a6475d65e87fd3b2ddbe1e9a8d5e7a0f0ff7";
    HOP_SENT_TO_L2 = "TransferSentToL2(uint256,address,uint256,uint256,uint256,address,uint256)?",
        "0x0a0607688c86ec1775abcdbab7b33a3a35a6c9cde677c9be880150c231cc6b0b";
    HOP_FROM_L1 = "TransferFromL1Completed(address,uint256,uint256,uint256,address,uint256)?",
        "0x320958176930804eb66c2343c7343fc0367dc16249590c0f195783bee199d094";
    HOP_SENT = "TransferSent(bytes32,uint256,address,uint256,bytes32,uint256,uint256,uint256,uint256)?",
        "0xe35dddd4ea75d7e9b3fe93af4f4e40e778c3da4074c9d93e7c6536f1e803c1eb";
    HOP_BONDED = "WithdrawalBonded(bytes32,uint256)?",
        "0x0c3d250c7831051e78aa6a56679e590374c7c424415ffe4aa474491def2fe705";
    HOP_WITHDREW = "Withdrew(bytes32,address,uint256,bytes32)?",
        "0x9475cdbde5fc71fe2ccd413c82878ee54d061b9f74f9e2e1a03ff1178821502c";
    OFT_SENT = "OFTSent(bytes32,uint32,address,uint256,uint256)?",
        "0x85496b760a4b7f8d66384b9df21b381f5d1b1e79f229a47aaf4c232edc2fe59a";
    OFT_RECEIVED = "OFTReceived(bytes32,uint32,address,uint256)?",
        "0xefed6d3500546b29533b128a29e3a94d70788727f0507505ac12eaf2e578fd9c";
    STARGATE_BUS_RODE = "BusRode(uint32,uint72,uint80,bytes)?",
        "0x15955c5a4cc61b8fbb05301bce47fd31c0e6f935e1ab97fdac9b134c887bb074";
    STARGATE_BUS_DRIVEN = "BusDriven(uint32,uint72,uint8,bytes32)?",
        "0x1623f9ea59bd6f214c9571a892da012fc23534aa5906bef4ae8c5d15ee7d2d6e";
    STARGATE_SWAP = "Swap(uint16,uint256,address,uint256,uint256,uint256,uint256,uint256)?",
        "0x34660fc8af304464529f48a778e03d03e4d34bcd5f9b6f0cfbf3cd238c642f7f";
    STARGATE_SWAP_REMOTE = "SwapRemote(address,uint256,uint256,uint256)?",
        "0xfb2b592367452f1c437675bed47f5e1e6c25188c17d7ba01a12eb030bc41ccef";
    CCTP_BURN = "DepositForBurn(uint64,address,uint256,address,bytes32,uint32,bytes32,bytes32)?",
        "0x2fa9ca894982930190727e75500a97d8dc500233a5065e0f3126c48fbe0343c0";
    CCTP_MINT = "MintAndWithdraw(address,uint256,address)?",
        "0x1b2a7ff080b8cb6ff436ce0372e399692bbfb6d4ae5766fd8d58a7b8cc6142e6";
    CCTP_RECEIVED = "MessageReceived(address,uint32,uint64,bytes32,bytes)?",
        "0x58200b4c34ae05ee816d710053fff3fb75af4395915d3d2a771b24aa10e3cc5d";
    CCTP_V2_BURN = "DepositForBurn(address,uint256,address,bytes32,uint32,bytes32,bytes32,uint256,uint32,bytes)?",
        "0x0c8c1cbdc5190613ebd485511d4e2812cfa45eecb79d845893331fedad5130a5";
    CCTP_V2_MINT = "MintAndWithdraw(address,uint256,address,uint256)?",
        "0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63";
    CCTP_V2_RECEIVED = "MessageReceived(address,uint32,bytes32,bytes32,uint32,bytes)?",
        "0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c";
    OP_ETH_DEPOSIT = "ETHDepositInitiated(address,address,uint256,bytes)?",
        "0x35d79ab81f2b2017e19afb5c5571778877782d7a8786f5907f93b0f4702f4f23";
    OP_TOKEN_DEPOSIT = "ERC20DepositInitiated(address,address,address,address,uint256,bytes)?",
        "0x718594027abd4eaed59f95162563e0cc6d0e8d5b86b1c7be8b1b0ac3343d0396";
    OP_PORTAL_DEPOSIT = "TransactionDeposited(address,address,uint256,bytes)?",
        "0xb3813568d9991fc951961fcb4c784893574240a28925604d09fc577c55bb7c32";
    OP_PROVEN = "WithdrawalProven(bytes32,address,address)?",
        "0x67a6208cfcc0801d50f6cbe764733f4fddf66ac0b04442061a8a8c0cb6b63f62";
    OP_FINALIZED = "WithdrawalFinalized(bytes32,bool)?",
        "0xdb5c7652857aa163daadd670e116628fb42e869d8ac4251ef8971d9e5727df1b";
    OP_DEPOSIT_FINALIZED = "DepositFinalized(address,address,address,address,uint256,bytes)?",
        "0xb0444523268717a02698be47d0803aa7468c00acbed2f8bd93a0459cde61dd89";
    OP_MESSAGE_PASSED = "MessagePassed(uint256,address,address,uint256,uint256,bytes,bytes32)?",
        "0x02a52367d10742d8032712c1bb8e0144ff1ec5ffda1ed7d70bb05a2744955054";
    ARBITRUM_INBOX = "InboxMessageDelivered(uint256,bytes)?",
        "0xff64905f73a67fb594e0f940a8075a860db489ad991e032f48c81123eb52d60b";
    ARBITRUM_DEPOSIT = "DepositInitiated(address,address,address,uint256,uint256)?",
        "0xb8910b9960c443aac3240b98585384e3a6f109fbf6969e264c3f183d69aba7e1";
    ARBITRUM_OUTBOX = "OutBoxTransactionExecuted(address,address,uint256,uint256)?",
        "0x20af7f3bbfe38132b8900ae295cd9c8d1914be7052d061a511f3f728dab18964";
    ARBITRUM_DEPOSIT_FINALIZED = "DepositFinalized(address,address,address,uint256)?",
        "0xc7f2e9c55c40a50fbc217dfc70cd39a222940dfa62145aa0ca49eb9535d4fcb2";
    ARBITRUM_TO_L1 = "L2ToL1Tx(address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes)?",
        "0x3e7aafa77dbf186b7fd488006beff893744caa3c4f6f299e8a709fa2087374fc";
    POLYGON_SYNCED = "StateSynced(uint256,address,bytes)?",
        "0x103fed9db65eac19c4d870f49ab7520fe03b99f1838e5996caf47e9e43308392";
    POLYGON_COMMITTED = "StateCommitted(uint256,bool)?",
        "0x5a22725590b0a51c923940223f7458512164b1113359a735e86e7f27f44791ee";
    POLYGON_LOCKED = "LockedEther(address,address,uint256)?",
        "0x3e799b2d61372379e767ef8f04d65089179b7a6f63f9be3065806456c7309f1b";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sha3::{Digest, Keccak256};

    use super::*;

    #[test]
    fn every_topic_is_the_hash_of_its_signature() {
        for EventType { topic, signature } in ALL {
            let hash = Keccak256::digest(signature.replace(['*', '?'], ""));
            let text = hash
                .iter()
                .fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
            assert_eq!(*topic, format!("0x{text}"), "{signature}");
        }
    }

    #[test]
    fn no_event_is_listed_twice() {
        let signatures: BTreeSet<&str> = ALL.iter().map(|event| event.signature).collect();
        assert_eq!(signatures.len(), ALL.len());
        assert!(ALL.len() > 60);
    }

    /// Events with one topic are told apart by what they index.
    #[test]
    fn events_with_equal_topics_never_fit_the_same_log() {
        for (position, one) in ALL.iter().enumerate() {
            for other in ALL.iter().skip(position + 1).filter(|other| other.topic == one.topic) {
                for topics in 1..=4 {
                    let fits_both = |words| one.fits(topics, words) && other.fits(topics, words);
                    assert!(!(0..40).any(fits_both), "{} and {}", one.signature, other.signature);
                }
            }
        }
    }
}
