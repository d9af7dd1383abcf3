import type { Checklist } from './types.ts'

export const performance = {
  title: 'Performance testing',
  description: 'Does the system stay fast on the last day of the month, with all the data and all the users?',
  sections: [
    {
      title: 'Targets and test data',
      items: [
        'Response targets per action are agreed on in writing, as 95th percentiles',
        'The test system has the same size and settings as production',
        'The test database holds at least three years of documents',
        'The load model uses real counts of users, orders and lines per hour',
        'Personal data in the test copy is masked without reducing its volume',
        'A baseline is recorded before the first custom module is installed',
      ],
    },
    {
      title: 'Screens and searches',
      items: [
        'An order with 200 lines opens within two seconds',
        'With all data loaded, a customer search by part of a name responds within one second',
        'Saving an order with all custom modules enabled stays within its target',
        'A list of 100,000 records shows its first page without counting them all',
        'A long list is sorted and filtered on the server',
        'A dashboard shows its first figures within three seconds',
        'Typing in a form stays smooth on a five-year-old laptop',
      ],
    },
    {
      title: 'Many users at once',
      items: [
        'With the expected peak number of users, the system meets its response targets for one hour',
        'At twice the expected peak load, the system slows down but does not lose any documents',
        'Fifty users posting stock moves for one item cause no deadlock',
        'At nine in the morning, the whole company can sign in within ten minutes',
        'Two people who edit the same record get a clear message, and neither loses work silently',
        'Response times return to normal within five minutes after a peak',
      ],
    },
    {
      title: 'Batch jobs and month end',
      items: [
        'Invoicing a full month of deliveries finishes inside the night window',
        'The closing run for the month with the most postings is timed and recorded',
        'A stopped batch resumes where it left off and posts nothing twice',
        'Nightly jobs do not overlap, or they wait for each other',
        'A large import leaves screens usable during working hours',
        'The largest report runs in the background and notifies the user when it is done',
        'Material requirements planning covers all items before the first shift starts',
      ],
    },
    {
      title: 'Database and code',
      items: [
        'Slow queries from the load test are listed, each with a decision to fix or accept it',
        'Every filter on a large table uses an index',
        'Custom code reads related records in sets, never with one query per line',
        'No transaction stays open while it waits for another system',
        'The application’s memory use is stable after eight hours of load',
        'Archiving and log cleanup run and free the expected space',
      ],
    },
    {
      title: 'Network and limits',
      items: [
        'The farthest office reaches the response targets over its own connection',
        'The vendor’s API limits leave room for twice the daily volume',
        'Hitting an API limit delays work but loses none of it',
        'Attachments of the maximum size can be uploaded over a slow connection',
        'Disk, log and license use raises a warning at 80 percent of the limit',
        'Response targets are met while a backup runs under load',
      ],
    },
  ],
} as const satisfies Checklist
