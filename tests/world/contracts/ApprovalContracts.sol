// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "oz5/token/ERC721/ERC721.sol";

/// A regular ERC-721, of which anyone mints and owners destroy tokens.
contract PlainCollection is ERC721 {
    constructor() ERC721("Collection", "NFT") {}

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function burn(uint256 id) external {
        _burn(id);
    }
}

/// The part of Permit2 that states and changes allowances, in its interface. Its own bytecode is in no npm package.
contract PermitBook {
    struct Allowed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address => mapping(address => mapping(address => Allowed))) public allowance;

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowed storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
    }
}

/// A token whose allowances revert, and one whose allowances are no number.
contract BrokenAllowances {
    bool private immutable answers;

    constructor(bool answers_) {
        answers = answers_;
    }

    fallback() external {
        require(answers);
        assembly {
            return(0, 3)
        }
    }
}
