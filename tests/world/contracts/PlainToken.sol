// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "oz5/token/ERC20/ERC20.sol";

/// A regular ERC-20. Its name, symbol and decimals are in storage and not in code, so that the same code can be placed at any address.
contract PlainToken is ERC20 {
    string private words;
    string private ticker;
    uint8 private places;

    constructor() ERC20("", "") {}

    function describe(string calldata name_, string calldata symbol_, uint8 decimals_) external {
        words = name_;
        ticker = symbol_;
        places = decimals_;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function name() public view override returns (string memory) {
        return words;
    }

    function symbol() public view override returns (string memory) {
        return ticker;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }
}
