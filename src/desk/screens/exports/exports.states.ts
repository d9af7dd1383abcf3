import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { asViewer } from '#desk/lib/samples.ts'
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const show = variantsOf({ at: '/exports', answers: {} })

export const states = {
  forms: show(),
  'in-progress': show({ 'rpc/export_bookings': pending }, ['press', 'Export bookings']),
  failed: show({ 'rpc/export_bookings': serverError }, ['press', 'Export bookings'], ['see', 'Something went wrong']),
  'rate-limited': show(
    { 'rpc/export_bookings': errorResponse(429, 'Too many exports', { wait: 120 }) },
    ['press', 'Export bookings'],
    ['see', 'Too many'],
  ),
  'not-for-viewers': show(asViewer),
} satisfies DeskStates

const { heading, lacks, offers, says } = expectState

export const looks: StateExpectations<typeof states> = {
  forms: [heading('Exports'), offers('Export bookings'), offers('Export messages'), offers('Export visits')],
  'in-progress': [offers('Cancel'), says('Downloading: 0 kB')],
  failed: [says(/Something went wrong/), offers('Export bookings')],
  'rate-limited': [says(/Too many exports/), offers('Export bookings')],
  'not-for-viewers': [heading('Only owners and agents can export'), lacks('Export bookings')],
}
