// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The base of the irregular tokens: balances and transfers without metadata.
abstract contract LedgerToken {
    mapping(address => uint256) internal balances;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balances[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balances[msg.sender] -= amount;
        balances[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    function balanceOf(address owner) external view virtual returns (uint256) {
        return balances[owner];
    }
}
