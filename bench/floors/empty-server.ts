import { createServer } from 'node:http';

/** The least server: an empty answer to each request. */
const server = createServer((_request, response) => response.end());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) {
    console.log(`ready on http://127.0.0.1:${address.port}`);
  }
});
process.once('SIGTERM', () => server.close(() => process.exit(0)));
