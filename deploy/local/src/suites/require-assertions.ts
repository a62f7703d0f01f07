// Runs before each test file. A test without an assertion cannot fail for the right reason.
beforeEach(() => expect.hasAssertions());
