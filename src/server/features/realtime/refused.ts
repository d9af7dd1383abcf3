/** A wish that is not granted; the message goes to whoever asked. */
export class Refused extends Error {}
