/** A refused request; the client gets the message. */
export class Refused extends Error {}

/** A refusal that is final: trying again cannot succeed. */
export class RefusedForGood extends Refused {}
