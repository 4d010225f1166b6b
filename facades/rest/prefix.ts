/** The prefix of the external operations (interface §1). */
export const REST_PREFIX = '/api/ext';
