// Runs before a package is packed: npm would leave `workspace:^` in its dependencies, and no one could install it.
const packer = process.env.npm_config_user_agent ?? '';
if (!packer.startsWith('pnpm/') && process.env.PACKED_FOR_A_CHECK === undefined) {
  process.stderr.write('Pack with `npm run pack -- FOLDER` in the root of the repository.\n');
  process.exitCode = 1;
}
