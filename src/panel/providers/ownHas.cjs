// Stands in for the package "hasown", which node-polyglot brings along.
module.exports = Object.hasOwn;
