//! The interfaces of the contracts that are called.

alloy_sol_types::sol! {
    /// Multicall3, <https://www.multicall3.com>.
    interface Multicall3 {
        struct Call3 {
            address target;
            bool allowFailure;
            bytes callData;
        }
        struct Result {
            bool success;
            bytes returnData;
        }
        function aggregate3(Call3[] calls) external payable returns (Result[] results);
        function getEthBalance(address account) external view returns (uint256 balance);
        function getBlockNumber() external view returns (uint256 number);
    }

    /// The part of ERC-20 that is read.
    interface Erc20 {
        function balanceOf(address account) external view returns (uint256 balance);
        function symbol() external view returns (string text);
        function name() external view returns (string text);
        function decimals() external view returns (uint8 places);
    }

    /// What ERC-20, ERC-721, ERC-1155 and Permit2 state about who may move tokens, <https://github.com/Uniswap/permit2>.
    interface Approvable {
        function allowance(address owner, address spender) external view returns (uint256 amount);
        function isApprovedForAll(address owner, address operator) external view returns (bool approved);
        function getApproved(uint256 id) external view returns (address spender);
        function ownerOf(uint256 id) external view returns (address owner);
    }
    interface Permit2 {
        function allowance(address owner, address token, address spender) external view returns (uint160 amount, uint48 expiration, uint48 nonce);
    }

    /// ENS, ERC-137.
    interface EnsRegistry {
        function resolver(bytes32 node) external view returns (address resolver);
    }

    /// The registrar of names below `.eth`: the id of a token is the hash of its label.
    interface EthRegistrar {
        function nameExpires(uint256 id) external view returns (uint256 expires);
    }

    /// An ENS resolver: ERC-137, ERC-181, ENSIP-9, ENSIP-10 and ERC-165.
    interface EnsResolver {
        function addr(bytes32 node) external view returns (address account);
        function name(bytes32 node) external view returns (string text);
        function supportsInterface(bytes4 id) external view returns (bool supported);
        function resolve(bytes name, bytes data) external view returns (bytes result);
    }

    /// ENSIP-9.
    interface EnsCoinResolver {
        function addr(bytes32 node, uint256 coin) external view returns (bytes account);
    }

    /// ENSIP-23.
    interface UniversalResolver {
        function resolve(bytes name, bytes data) external view returns (bytes result, address resolver);
        function reverse(bytes account, uint256 coin) external view returns (string primary, address resolver, address reverseResolver);
        error ResolverNotFound(bytes name);
        error ReverseAddressMismatch(string primary, bytes primaryAddress);
    }

    /// EIP-3668.
    interface OffchainResolver {
        error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    }

    /// EIP-1271.
    interface ContractWallet {
        function isValidSignature(bytes32 hash, bytes signature) external view returns (bytes4 accepted);
    }
}
