/** What cannot be done, said to whoever typed the command. */
export class CommandFault extends Error {}
