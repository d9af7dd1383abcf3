import { setTimeout as sleep } from 'node:timers/promises'
import { compareRates, withContest } from './contest.ts'
import { settle } from './ledger.ts'
import { rowProbe } from './probe.ts'
import { bookingRow } from './rows.ts'
import { say, sayOf, spread } from './statistics.ts'

const table = 'strategy_call_bookings'

/**
 * How many bookings the server stores beside a peer, and how long one waits on an idle server. The peer stores a row in
 * a plain table. Ours does its whole work: the same row, the desk's indexes, the rows of its two letters in the same
 * commit, and letters leave into a folder all the while, as they do after `npm start`.
 */
export const printBookings = (folder: string, isBrief: boolean): Promise<void> =>
  withContest(folder, async (contest) => {
    await compareRates(contest, { words: 'singly', table, rows: 1, goal: 1.3 }, isBrief)
    const { url, address } = contest.ours
    const bookings = rowProbe(url, table, 50, bookingRow)
    await sleep(isBrief ? 1000 : 10_000)
    const times = await bookings.stop()
    await settle(address, table, times.length)
    sayOf('one each 50 ms, alone', spread(times))
    say('every booking acknowledged is stored once, with the rows of its two letters: pass')
  })
