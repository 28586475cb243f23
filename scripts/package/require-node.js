const OLDEST = 24;

/** Ends the process with one line if this Node.js cannot run the product. */
export function requireNode() {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= OLDEST) return;
  process.stderr.write(
    `halyard: needs Node.js ${OLDEST} or newer, but this is ${process.versions.node}. Install it, then start again.\n`,
  );
  process.exit(1);
}
