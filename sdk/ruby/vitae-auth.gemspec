# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = 'vitae-auth'
  spec.version = '0.2.0'
  spec.summary = 'Signs requests to the company API of Vitae, for Faraday'
  spec.authors = ['Vitae']
  spec.license = 'Nonstandard' # UNLICENSED
  spec.required_ruby_version = '>= 3.0'
  spec.files = Dir['lib/**/*.rb', 'README.md']
  # Prevents that the gem is published by accident.
  spec.metadata = { 'allowed_push_host' => 'https://gems.invalid', 'rubygems_mfa_required' => 'true' }
  spec.add_dependency 'faraday', '>= 1.1', '< 3'
end
