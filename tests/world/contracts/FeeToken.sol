// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "oz5/token/ERC20/ERC20.sol";

/// Keeps one percent of every transfer: the receiver gets less than the sender sent.
contract FeeToken is ERC20 {
    address private constant COLLECTOR = address(0xfee);

    constructor() ERC20("Fee on transfer", "FEE") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from != address(0) && to != address(0)) {
            uint256 fee = amount / 100;
            super._update(from, COLLECTOR, fee);
            amount -= fee;
        }
        super._update(from, to, amount);
    }
}
