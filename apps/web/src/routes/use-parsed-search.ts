import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { UrlParameters } from '../shared/list/list-search.ts';

/** Parses the parameters of a screen whose parser loads with it, and removes unknown and invalid ones from the URL. */
export function useParsedSearch<State extends object>(
  parameters: UrlParameters,
  parse: (parameters: UrlParameters) => State,
): State {
  const navigate = useNavigate();
  const state = useMemo(() => withoutUndefined(parse(parameters)), [parse, parameters]);

  useEffect(() => {
    const known = new Map<string, unknown>(Object.entries(state));
    if (Object.entries(parameters).some(([name, value]) => value !== known.get(name))) {
      void navigate({ to: '.', search: () => state, replace: true });
    }
  }, [parameters, state, navigate]);
  return state;
}

/** Otherwise an unknown `offset` in the URL would replace the request's. All parameters are optional. */
function withoutUndefined<State extends object>(state: State): State {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as State;
}
