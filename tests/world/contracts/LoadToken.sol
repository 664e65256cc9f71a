// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "oz5/proxy/Clones.sol";
import "oz5/utils/Strings.sol";
import "./LedgerToken.sol";

/// A plain token identified by its number. Creating hundreds is cheap, because each one is a proxy of the first.
contract LoadToken is LedgerToken {
    uint256 public number;

    function open(uint256 number_, address[] calldata holders) external {
        number = number_;
        for (uint256 i = 0; i < holders.length; i++) {
            uint256 amount = (number_ + 1) * 1e18 + i + 1;
            totalSupply += amount;
            balances[holders[i]] = amount;
            emit Transfer(address(0), holders[i], amount);
        }
    }

    function name() external view returns (string memory) {
        return string.concat("Load ", Strings.toString(number));
    }

    function symbol() external view returns (string memory) {
        return string.concat("LOAD", Strings.toString(number));
    }

    function decimals() external pure returns (uint8) {
        return 18;
    }
}

/// Creates load tokens first..first+count-1, each held by every holder.
contract LoadTokenFactory {
    address private immutable template = address(new LoadToken());

    function make(uint256 first, uint256 count, address[] calldata holders) external {
        for (uint256 number = first; number < first + count; number++) {
            LoadToken(Clones.cloneDeterministic(template, bytes32(number))).open(number, holders);
        }
    }

    function at(uint256 number) external view returns (address) {
        return Clones.predictDeterministicAddress(template, bytes32(number));
    }
}
