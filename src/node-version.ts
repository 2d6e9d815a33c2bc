/** The oldest Node that has zstd. */
const [MAJOR, MINOR] = [22, 15];

const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
const isOld = major < MAJOR || (major === MAJOR && minor < MINOR);

/** What is wrong with the Node that runs this; undefined when it is new enough. */
export const nodeFault = isOld ? `ledgerlake needs Node ${MAJOR}.${MINOR} or newer, this is ${node}` : undefined;
