export interface Parcel {
  kind: string
  /** The same each time the letter is sent. */
  id: string
  date: Date
  from: string
  to: string
  bytes: Buffer
}

/** A way out of the process for letters: a mail server, or a folder. */
export interface Delivery {
  /**
   * Resolves when the letter is handed over. `signal` aborts; `onWhole` is called just before the receiver gets the
   * last byte, after which it may have the letter although it never says so.
   */
  send(parcel: Parcel, signal: AbortSignal, onWhole?: () => void): Promise<void>
  /** Closes everything at once, running tries too. */
  close(): void
}

export type Sent =
  | {
      state: 'sent'
      /** Where the letter went, if not to its recipient. */
      reason?: string
    }
  | {
      state: 'missed'
      /** Codes and a few words; no address, and no text of the other side. */
      reason: string
      /** The receiver got everything and did not answer: the letter may have arrived. */
      isDoubtful: boolean
      /** The same letter would be refused again. */
      isFinal: boolean
      /** No sender can reach the address for now. */
      isOfAddress?: boolean
      /** The fault is not about this letter: no letter would get through now. */
      isGeneral: boolean
    }
