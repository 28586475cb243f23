/** What npm and the build need. Everything else, such as the product's secrets, stays out of reach of their packages. */
const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|CI|TMPDIR|TEMP|TMP|XDG_\w+|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|NODE_(EXTRA_CA_CERTS|OPTIONS|COMPILE_CACHE|USE_\w+)|npm_config_\w+|SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles.*)$/i;
/** Variables that `npm run` sets for this package. A nested npm must not see them. */
const OUTER_NPM = /^npm_config_(local_prefix|prefix)$/i;

/** @param {NodeJS.ProcessEnv} environment @returns {NodeJS.ProcessEnv} the part that an installer or a build may see */
export function installEnvironment(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => NEEDED.test(name) && !OUTER_NPM.test(name)),
  );
}
