// How requests reach the program.

/**
 * Carries a request to an address below `/api/v1/` and brings the text of the answer. With a body it is a POST. Rejects with a
 * `Problem` where there is no answer, and with an `AbortError` when the signal says that nobody waits for one.
 */
export type Transport = (path: string, body?: string, signal?: AbortSignal) => Promise<string>;

/** The program said why it does not answer. */
export class Problem extends Error {}
