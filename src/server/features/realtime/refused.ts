/** A request that is not granted; the message goes to whoever asked. */
export class Refused extends Error {}

/** One that would be refused however often it came: nothing that happens while its client asks again could help. */
export class RefusedForGood extends Refused {}
