// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./LedgerToken.sol";

/// Name and symbol as bytes32, as in tokens older than the standard.
contract Bytes32Token is LedgerToken {
    bytes32 public constant name = "Maker";
    bytes32 public constant symbol = "MKR";
    uint8 public constant decimals = 18;
}

/// Has no decimals(), which the standard calls optional.
contract NoDecimalsToken is LedgerToken {
    string public constant name = "No decimals";
    string public constant symbol = "NODEC";
}

/// A symbol with invisible characters: a null byte, a bell, a right-to-left override, a zero-width space, a line break.
contract ControlSymbolToken is LedgerToken {
    string public constant name = unicode"Con\u0007trol\u202E characters";
    string public constant symbol = unicode"US\u0000\u0007\u202EDC\u200B\n\u2066X";
    uint8 public constant decimals = 18;
}

/// A symbol of ten thousand characters.
contract LongSymbolToken is LedgerToken {
    string public constant name = "Long symbol";
    uint8 public constant decimals = 18;

    function symbol() external pure returns (string memory) {
        bytes memory text = new bytes(10_000);
        for (uint256 i = 0; i < text.length; i++) text[i] = "L";
        return string(text);
    }
}
