import type { Checklist } from './types.ts'

export const performance = {
  title: 'Performance testing',
  description: 'Does it stay fast on the last day of the month, with all the data and all the users?',
  sections: [
    {
      title: 'Targets and test data',
      items: [
        'Response targets per action are agreed in writing, as a 95th percentile',
        'The test system has the same size and settings as production',
        'The test database holds at least three years of documents',
        'The load model uses real counts of users, orders and lines per hour',
        'Personal data in the test copy is masked, with its volume kept',
        'A baseline is recorded before the first custom module is installed',
      ],
    },
    {
      title: 'Screens and searches',
      items: [
        'The order screen opens within two seconds with 200 lines',
        'Customer search by part of a name responds within one second on full data',
        'Saving an order with all custom modules on stays within its target',
        'A list of 100,000 records opens on its first page without counting all of them first',
        'Sorting and filtering a long list run on the server',
        'A dashboard shows its first figures within three seconds',
        'Typing in a form stays smooth on a five-year-old laptop',
      ],
    },
    {
      title: 'Many users at once',
      items: [
        'With the expected peak number of users, the system meets its response targets for one hour',
        'Twice the expected peak slows the system down but loses no document',
        'Fifty users posting stock moves of one item cause no deadlock',
        'At nine in the morning, the whole company can sign in within ten minutes',
        'Two people who edit one record get a clear message, and neither loses work silently',
        'Response times return to normal within five minutes after a peak',
      ],
    },
    {
      title: 'Batch jobs and month end',
      items: [
        'Invoicing a full month of deliveries finishes inside the night window',
        'The closing run of a month with the most postings is timed and recorded',
        'A stopped batch continues where it ended and repeats no posting',
        'Nightly jobs do not overlap, or wait for each other',
        'A large import leaves screens usable during working hours',
        'The largest report finishes in the background and notifies its user',
        'The material requirements run covers all items before the first shift starts',
      ],
    },
    {
      title: 'Database and code',
      items: [
        'Slow queries of the load test are listed, and each has a decision',
        'Every filter on a large table uses an index',
        'Custom code reads related records in sets, never one query per line',
        'No transaction stays open while it waits for another system',
        'Memory of the application is flat after eight hours of load',
        'Archiving and log cleanup run, and free the space they should',
      ],
    },
    {
      title: 'Network and limits',
      items: [
        'The farthest office reaches the response targets over its own connection',
        'The vendor’s API limits leave room for twice the daily volume',
        'Hitting an API limit delays work and drops none of it',
        'Attachments of the largest allowed size upload over a slow connection',
        'Disk, log and license limits raise a warning at 80 percent',
        'Backups run under load without breaking a response target',
      ],
    },
  ],
} as const satisfies Checklist
