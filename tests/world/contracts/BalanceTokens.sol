// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Tokens with valid metadata whose balanceOf does not answer correctly.
abstract contract BadBalanceToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }
}

contract RevertingToken is BadBalanceToken("Reverting", "REVERT") {
    function balanceOf(address) external pure returns (uint256) {
        revert("paused");
    }
}

/// Uses all available gas.
contract GasBurningToken is BadBalanceToken("Gas burning", "BURN") {
    function balanceOf(address) external view returns (uint256 sum) {
        while (true) sum += gasleft();
    }
}

/// Returns five bytes instead of 32.
contract ShortAnswerToken is BadBalanceToken("Short answer", "SHORT") {
    function balanceOf(address) external pure returns (uint256) {
        assembly {
            mstore(0, not(0))
            return(0, 5)
        }
    }
}

/// Returns 100,000 bytes of ones instead of 32 bytes.
contract OversizeAnswerToken is BadBalanceToken("Oversize answer", "OVERSIZE") {
    function balanceOf(address) external pure returns (uint256) {
        assembly {
            for { let i := 0 } lt(i, 100000) { i := add(i, 32) } { mstore(i, not(0)) }
            return(0, 100000)
        }
    }
}
