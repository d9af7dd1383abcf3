import type { SendMailOptions } from 'nodemailer'

/** A way out of the process for letters: a mail server, or a folder. */
export interface Delivery {
  /** Resolves when the letter is out of our hands; `signal` gives up on this try. */
  send(message: SendMailOptions, kind: string, signal: AbortSignal): Promise<void>
  /** Lets go of everything at once, tries under way too. */
  close(): void
}

/** What the log may hold of a fault: a server's answer quotes addresses, so its text stays out. */
export function describeFault(error: unknown): { code?: string; reply?: number } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { reply: responseCode }),
  }
}

/** Whether the same letter would be refused again. */
export const isPermanent = (error: unknown): boolean =>
  (error as { permanent?: unknown } | null)?.permanent === true
