// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Erc1271 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// Verifies a signature of a contract wallet that may not exist yet, by the rules of the reference validator of ERC-6492.
///
/// It is never deployed. A node runs its creation in one eth_call, and what would be its code is the answer: one byte, 1 if the
/// wallet accepts the signature and 0 if not.
contract SignatureValidator {
    constructor(address wallet, bytes32 hash, address factory, bytes memory preparation, bytes memory signature) {
        bool isValid = accepts(wallet, hash, signature);
        if (!isValid) {
            // Creates the wallet, or brings an existing one up to date. Anyone can make this call, so it proves nothing by itself.
            (bool isPrepared, ) = factory.call(preparation);
            isValid = isPrepared && accepts(wallet, hash, signature);
        }
        assembly {
            mstore8(0, isValid)
            return(0, 1)
        }
    }

    /// Whether the wallet answers with exactly one word, the selector of EIP-1271. An address without code answers nothing.
    function accepts(address wallet, bytes32 hash, bytes memory signature) private view returns (bool isAccepted) {
        bytes memory data = abi.encodeCall(Erc1271.isValidSignature, (hash, signature));
        bytes32 expected = bytes32(Erc1271.isValidSignature.selector);
        assembly {
            // No more than a word is copied, so that a large answer costs the wallet's gas and not ours.
            let isDone := staticcall(gas(), wallet, add(data, 32), mload(data), 0, 32)
            isAccepted := and(and(isDone, eq(returndatasize(), 32)), eq(mload(0), expected))
        }
    }
}
