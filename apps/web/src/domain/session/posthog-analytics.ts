import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import { type CaptureResult, PostHog, type PostHogConfig } from 'posthog-js/dist/module.slim.no-external';
import type { Analytics } from './analytics.ts';

type Receiver = NonNullable<RuntimeSettings['analytics']>;

/** Limits PostHog to the administrator's identity: no tracking, cookies or storage. */
const SETTINGS: Partial<PostHogConfig> = {
  persistence: 'memory',
  reuseAnonymousId: true,
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_performance: false,
  capture_exceptions: false,
  save_campaign_params: false,
  save_referrer: false,
  disable_session_recording: true,
  disable_surveys: true,
  disable_external_dependency_loading: true,
  advanced_disable_flags: true,
  opt_out_useragent_filter: true,
  request_batching: false,
  debug: false,
  before_send: onlyIdentity,
};

/** Creates a PostHog instance per identity, so that identities are never linked. */
export function createPosthogAnalytics({ host, key }: Receiver): Analytics {
  let posthog: PostHog | undefined;

  function reset() {
    posthog?.reset();
    // Flush now, because no events are sent after a logout.
    posthog?.shutdown().catch(() => undefined);
    posthog = undefined;
  }

  return {
    identify({ uuid, email }) {
      if (posthog !== undefined && posthog.get_distinct_id() !== uuid) {
        reset();
      }
      posthog ??= new PostHog().init(key, { ...SETTINGS, api_host: host });
      posthog.identify(uuid, { email });
    },
    reset,
  };
}

/** Removes the browser, address and language data that PostHog adds. */
function onlyIdentity(event: CaptureResult | null): CaptureResult | null {
  const { token, distinct_id, $lib, $lib_version } = event?.properties ?? {};
  return (
    event && {
      uuid: event.uuid,
      event: event.event,
      ...(event.timestamp && { timestamp: event.timestamp }),
      properties: { token, distinct_id, $lib, $lib_version, $geoip_disable: true },
      $set: { email: event.$set?.['email'] ?? event.properties['$set']?.email },
    }
  );
}
