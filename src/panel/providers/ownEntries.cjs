// Stands in for the package "object.entries", which node-polyglot brings along with 5 KB for engines without it.
module.exports = Object.entries;
