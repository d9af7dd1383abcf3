import type { Booking } from '../src/shared/contract/booking.ts'

const day = 86_400_000

/** A booking as the site sends it, of somebody whose mailbox no other booking has and who took their time. */
export function bookingRow(id: string) {
  return {
    name: 'Ada Lovelace',
    email: `${id}@visitor.example`,
    company: 'Analytical Engines',
    phone: '+44 20 7946 0000',
    current_challenges: 'slow-proposals',
    team_size: '2-5',
    id,
    preferred_time: new Date(Date.now() + day).toISOString(),
    time_zone: 'Europe/London',
    message: 'Please call in the morning: our proposals leave days after those of others.',
    monthly_revenue: '£20k to £50k',
    fill_seconds: 41.5,
    filled_by: 'person',
    session_id: '0198c1d2-3e4f-7a5b-8c6d-7e8f90a1b2c3',
    landing_page: 'https://backline.example/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn',
    referrer: 'https://www.partner.example/back-office',
  } satisfies Booking
}
