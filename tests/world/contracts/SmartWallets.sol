// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

bytes4 constant ACCEPTED = 0x1626ba7e;

/// A contract wallet with one owner (EIP-1271).
contract OwnerWallet {
    address public owner;

    constructor(address first) {
        owner = first;
    }

    /// Anyone may call it with the consent of the owner of the test.
    function setOwner(address next) external {
        owner = next;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer != address(0) && signer == owner ? ACCEPTED : bytes4(0xffffffff);
    }
}

/// Creates wallets at addresses that are known before (CREATE2).
contract WalletFactory {
    function create(address owner) external returns (address) {
        return address(new OwnerWallet{salt: 0}(owner));
    }

    function addressOf(address owner) external view returns (address) {
        bytes memory code = abi.encodePacked(type(OwnerWallet).creationCode, abi.encode(owner));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), keccak256(code))))));
    }
}

/// A wallet that reverts, also with data that looks like an answer.
contract RevertingWallet {
    fallback() external {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            revert(0, 32)
        }
    }
}

/// A wallet that never ends.
contract LoopingWallet {
    fallback() external {
        uint256 count;
        while (true) {
            unchecked {
                count++;
            }
        }
    }
}

/// A wallet that returns the given bytes.
contract GarbageWallet {
    bytes private answer;

    constructor(bytes memory fixedAnswer) {
        answer = fixedAnswer;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        return answer;
    }
}

/// A wallet that returns more than a node should send: a megabyte that begins like an answer.
contract LargeWallet {
    fallback() external {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            return(0, 1048576)
        }
    }
}

/// A wallet that accepts whatever a transaction of nobody asks, as contracts do that let nodes estimate the gas.
contract EstimatingWallet {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        return tx.origin == address(0) ? ACCEPTED : bytes4(0xffffffff);
    }
}
