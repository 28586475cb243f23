import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { openScene, type Scene } from './scene.ts';

/** Runs a fault in a scene of its own. */
export async function inScene(
  options: Parameters<typeof openScene>[0],
  run: (scene: Scene) => Promise<string>,
): Promise<string> {
  const scene = await openScene(options);
  try {
    return await run(scene);
  } finally {
    await scene.stop();
  }
}

/** Runs a fault in a scene whose processes reach the database through a proxy. */
export async function behindProxy(
  run: (scene: Scene, proxy: FaultProxy) => Promise<string>,
  options: Parameters<typeof openScene>[0] = {},
): Promise<string> {
  let proxy: FaultProxy | undefined;
  const databasePort = async (port: number) => {
    proxy = await startFaultProxy(port);
    return proxy.port;
  };
  try {
    return await inScene({ ...options, databasePort }, async (scene) => {
      if (proxy === undefined) throw new Error('the proxy did not start');
      return await run(scene, proxy);
    });
  } finally {
    await proxy?.stop();
  }
}
