/*
 * The proof of work of a form: a challenge of the ALTCHA protocol, fetched, solved, and sent with the row. Words alone, since
 * the browser brings them along.
 */

/** Where a challenge is fetched. */
export const proofPath = '/forms/proof'
/** What carries the answer: base64 of the JSON `{challenge, solution}`. */
export const proofHeader = 'x-proof'
/** The code of the refusal where a proof is missing. */
export const proofRefusal = 'HTTP428'
