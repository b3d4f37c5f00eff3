import { fuzzEveryCall } from '#tools/testing/fuzz/every-call.ts';

fuzzEveryCall('signed in');
