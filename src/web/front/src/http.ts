// Requests to the server that the page comes from.

import { Problem } from './transport';

export async function overHttp(path: string, body?: string, signal?: AbortSignal): Promise<string> {
  const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: body ?? null };
  let response: Response;
  try {
    response = await fetch(`/api/v1/${path}`, { ...(body === undefined ? {} : posted), signal: signal ?? null });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    throw new Problem('The server does not answer: is `morph serve` still running?');
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => ({ detail: response.statusText }));
    throw new Problem(String(problem.detail));
  }
  return response.text();
}
