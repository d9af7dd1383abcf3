import type { Checklist } from './types.ts'

export const security = {
  title: 'Security testing',
  description: 'Can each person see and do only what their role allows, whichever route they try?',
  sections: [
    {
      title: 'Sign-in and accounts',
      items: [
        'Every administrator signs in with a second factor',
        'Single sign-on is the only way in for the client’s staff, apart from one emergency account',
        'A person whose directory account is disabled loses access within the agreed time',
        'Repeated wrong passwords delay sign-in or lock the account, and are logged',
        'A password reset link works once and expires',
        'Sign-in and reset responses do not reveal whether an account exists',
        'An idle session ends after the time in the client’s policy',
      ],
    },
    {
      title: 'Roles and permissions',
      items: [
        'A user without the approval right sees no approve button and is refused by the API',
        'A salesperson cannot open another region’s customers by changing the ID in the URL',
        'Nobody can both create a supplier and release a payment',
        'Exports and reports show only records the user may open on screen',
        'Cost prices and salaries stay hidden in lists, search results and printouts',
        'A user in company A cannot read, select or post to company B’s records',
        'Consultants’ accounts have an end date and their own role',
      ],
    },
    {
      title: 'Input and custom code',
      items: [
        'Text such as <script> in a name is shown as text on screens and in emails',
        'Quotes and percent signs in a search field do not change the query',
        'Uploads accept only the agreed file types, checked by content',
        'A formula in an imported cell is not executed in an exported sheet',
        'Prices and discounts sent by the browser are checked again on the server',
        'Third-party packages in custom modules have no known critical vulnerabilities',
        'Error pages show a reference but no stack trace or query',
      ],
    },
    {
      title: 'Portals and APIs',
      items: [
        'A portal customer sees only their own invoices, even if they guess other numbers',
        'Each API key has only the rights its interface needs',
        'An API call without a token is refused on every route, including old versions',
        'Calls above the limit per minute are refused without affecting other users',
        'Webhooks verify the sender’s signature and refuse old messages',
        'Visitors cannot use public forms to send email to addresses of their choice',
      ],
    },
    {
      title: 'Data protection',
      items: [
        'All traffic is encrypted, and plain connections are redirected or refused',
        'Backups are encrypted, and their key is stored somewhere else',
        'A person’s data can be exported and erased as the law of the client’s country requires',
        'Test systems hold no live personal data, or are protected like production',
        'Secrets are in a vault and absent from code, tickets and screenshots',
        'Retention periods are set, and a spot check finds no expired records',
      ],
    },
    {
      title: 'Audit trail and recovery',
      items: [
        'Changes to bank details, prices and roles are logged with the user, the time, and the old and new values',
        'No user, administrators included, can edit the audit trail in the application',
        'A restore from the previous night’s backup was done and timed this quarter',
        'Sign-ins from a new country raise an alert that someone reads',
        'The client knows whom to call about an incident at night',
      ],
    },
  ],
} as const satisfies Checklist
