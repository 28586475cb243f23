import createClient from 'openapi-fetch';

const WAIT_CODES = new Set([429, 503]);

/** @type {typeof import('./halyard-client.d.mts').createHalyardClient} */
export function createHalyardClient({ baseUrl, serviceKey, attempts = 5 }) {
  return createClient({
    baseUrl,
    headers: { authorization: `Bearer ${serviceKey}` },
    fetch: (request) => fetchWithRetry(request, attempts),
  });
}

/** @param {Request} request @param {number} attempts @returns {Promise<Response>} */
async function fetchWithRetry(request, attempts) {
  const response = await fetch(request.clone());
  const waitSeconds = response.headers.get('retry-after');
  if (attempts <= 1 || waitSeconds === null || !WAIT_CODES.has(response.status)) return response;
  await response.body?.cancel();
  await new Promise((resolve) => setTimeout(resolve, Number(waitSeconds) * 1_000));
  return await fetchWithRetry(request, attempts - 1);
}
