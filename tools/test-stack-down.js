module.exports = () => globalThis.stopTestStack();
