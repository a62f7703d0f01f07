# frozen_string_literal: true

require 'faraday'
require_relative 'signer'

module VitaeAuth
  # A middleware of Faraday that signs requests and retries them after 429 and 503. Register it last, directly before
  # the adapter.
  class Middleware < Faraday::Middleware
    def initialize(app, **options)
      super(app)
      @signer = Signer.new(**options)
    end

    def call(env)
      return @app.call(env) unless @signer.signs?(env.url)

      body = env.body
      (0..).each do |retries|
        env.url = @signer.sign(env.method, env.url)
        env.body = body # Faraday replaces it with the body of the response
        response = @app.call(env)
        wait = @signer.seconds_to_wait(env.method, response.status, response.headers['Retry-After'], retries)
        return response unless wait && rewind(body)

        sleep(wait)
      end
    end

    private

    # Returns false if the body cannot be sent a second time.
    def rewind(body)
      return true if body.nil? || body.is_a?(String)
      return false unless body.respond_to?(:rewind)

      body.rewind
      true
    end
  end
end

Faraday::Request.register_middleware(vitae_auth: VitaeAuth::Middleware)
