// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "oz5/token/ERC1155/ERC1155.sol";
import "oz5/token/ERC20/ERC20.sol";
import "oz5/token/ERC20/extensions/ERC4626.sol";

/// Moves native value by internal calls.
contract Forwarder {
    receive() external payable {}

    /// Sends everything on.
    function forward(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent, "not sent");
    }

    /// Sends equal parts to two accounts and keeps the rest.
    function split(address payable one, address payable other) external payable {
        this.forward{value: msg.value / 3}(one);
        this.forward{value: msg.value / 3}(other);
    }

    /// Sends everything on in a call that fails, and then back. The first transfer is undone.
    function attempt(address payable to) external payable {
        try this.forwardAndFail{value: msg.value}(to) {} catch {
            (bool sent, ) = payable(msg.sender).call{value: msg.value}("");
            require(sent, "not sent back");
        }
    }

    function forwardAndFail(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent && to == address(0), "undone");
    }
}

/// Always reverts.
contract Failing {
    fallback() external payable {
        revert("never");
    }
}

/// Its balances grow without transfers.
contract RebasingToken {
    string public constant name = "Rebasing";
    string public constant symbol = "RBS";
    uint8 public constant decimals = 18;
    uint256 public index = 1e18;
    mapping(address => uint256) private shares;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    function mint(address to, uint256 amount) external {
        shares[to] += (amount * 1e18) / index;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        uint256 part = (amount * 1e18) / index;
        shares[msg.sender] -= part;
        shares[to] += part;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    /// Raises all balances by a part in a thousand.
    function rebase() external {
        index += index / 1000;
    }

    function balanceOf(address owner) external view returns (uint256) {
        return (shares[owner] * index) / 1e18;
    }
}

contract Vault is ERC4626 {
    constructor(IERC20 asset) ERC20("Vault", "vDAI") ERC4626(asset) {}
}

contract Collectibles is ERC1155 {
    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }
}

/// Reports transfers between any accounts. It has no holders.
contract PoisonToken {
    string public constant name = "Claim rewards at example.org";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    function report(address from, address to, uint256 amount) external {
        emit Transfer(from, to, amount);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }
}
