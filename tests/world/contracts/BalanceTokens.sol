// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Tokens that introduce themselves properly and then do not answer balanceOf as they should.
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

/// Uses all the gas it is given.
contract GasBurningToken is BadBalanceToken("Gas burning", "BURN") {
    function balanceOf(address) external view returns (uint256 sum) {
        while (true) sum += gasleft();
    }
}

/// Answers five bytes where 32 are due.
contract ShortAnswerToken is BadBalanceToken("Short answer", "SHORT") {
    function balanceOf(address) external pure returns (uint256) {
        assembly {
            mstore(0, not(0))
            return(0, 5)
        }
    }
}

/// Answers 100,000 bytes of ones where 32 bytes are due.
contract OversizeAnswerToken is BadBalanceToken("Oversize answer", "OVERSIZE") {
    function balanceOf(address) external pure returns (uint256) {
        assembly {
            for { let i := 0 } lt(i, 100000) { i := add(i, 32) } { mstore(i, not(0)) }
            return(0, 100000)
        }
    }
}
