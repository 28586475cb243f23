/** The parsed JSON of a file of this site; undefined when it is missing or broken, or is something else. */
export async function readJsonFile(path: string): Promise<unknown> {
  try {
    const response = await fetch(path, { headers: { accept: 'application/json' } });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
