/** A letter as it is handed over. */
export interface Parcel {
  /** What it is about; the log and the name of a file may say it. */
  kind: string
  /** Names it, each time it is sent. */
  id: string
  date: Date
  from: string
  to: string
  bytes: Buffer
}

/** A way out of the process for letters: a mail server, or a folder. */
export interface Delivery {
  /**
   * Resolves when the letter is out of our hands. `signal` gives up; `onWhole` is called just before the other side gets
   * the last byte, from when on it may have the letter although it never says so.
   */
  send(parcel: Parcel, signal: AbortSignal, onWhole?: () => void): Promise<void>
  /** Lets go of everything at once, tries under way too. */
  close(): void
}

/** What became of a try. */
export type Sent =
  | {
      state: 'sent'
      /** How, where that is not to its reader. */
      reason?: string
    }
  | {
      state: 'missed'
      /** Codes and a few words; no address, and nothing of what the other side said in words of its own. */
      reason: string
      /** The other side had everything and said nothing: it may have arrived. */
      isDoubtful: boolean
      /** The same letter would be refused again. */
      isFinal: boolean
      /** The address cannot be reached for now, whoever writes to it. */
      isOfAddress?: boolean
      /** It was not about this letter: none would get through now. */
      isGeneral: boolean
    }
