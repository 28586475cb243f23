// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// An ERC-20 for tests, of which everybody can make as much as they like. Compiled into test-token.hex by solc 0.8.37
/// from npm: optimizer on with 200 runs, evmVersion paris, no metadata.
contract TestToken {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
